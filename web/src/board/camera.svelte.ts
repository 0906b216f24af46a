// Zoom and pan: d3-zoom reads the hands, the sheet follows by a CSS transform, and nothing else is done in a frame. What
// lies on the sheet is shrunk to the least scale there is, so that the sheet itself is never shrunk: a browser keeps what it
// has drawn of a sheet that grows, but draws one that shrinks anew in each frame.
import { select } from "d3-selection";
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior, type ZoomTransform } from "d3-zoom";
import { MOST, over, reveal, shift, under, whole, type Size, type View } from "./lod";
import type { Point } from "./geometry";

const REST = 150; // ms after which the sheet is drawn sharp again
const GLIDE = 220;

export class Camera {
  window = $state.raw<Size>({ width: 0, height: 0 });
  /** Where the last movement came to rest. */
  view = $state.raw<View>({ x: 0, y: 0, k: 1 });
  moving = $state(false);
  /** The least scale: what lies on the sheet is shrunk by it. */
  least = $state.raw(1);

  private frame: HTMLElement | null = null;
  private sheet: HTMLElement | null = null;
  private behaviour: ZoomBehavior<HTMLElement, unknown> | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last: ZoomTransform = zoomIdentity;

  constructor(
    readonly map: Size,
    private readonly onrest: (view: View) => void,
    private readonly onframe: (view: View) => void,
  ) {}

  attach(frame: HTMLElement, sheet: HTMLElement, grabs: (e: Event) => boolean): () => void {
    this.frame = frame;
    this.sheet = sheet;
    this.behaviour = zoom<HTMLElement, unknown>()
      .clickDistance(6)
      .filter((e: MouseEvent) => (!e.ctrlKey || e.type === "wheel") && !e.button && grabs(e))
      .on("start", () => this.wake())
      .on("zoom", (e: D3ZoomEvent<HTMLElement, unknown>) => this.follow(e.transform))
      .on("end", () => this.rest());
    select(frame).call(this.behaviour).on("dblclick.zoom", null);
    return () => {
      clearTimeout(this.timer);
      select(frame).on(".zoom", null);
      this.frame = this.sheet = this.behaviour = null;
    };
  }

  private wake(): void {
    clearTimeout(this.timer);
    this.moving = true;
    if (this.sheet) this.sheet.style.willChange = "transform";
  }

  private follow(t: ZoomTransform): void {
    this.last = t;
    if (this.sheet) this.sheet.style.transform = `translate(${t.x}px, ${t.y}px) scale(${t.k / this.least})`;
    this.onframe(this.now());
  }

  private rest(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.sheet) {
        this.sheet.style.willChange = "";
        this.sheet.style.transition = "";
      }
      this.moving = false;
      this.view = this.now();
      this.onrest(this.view);
    }, REST);
  }

  /** Where it is in this very frame. */
  now(): View {
    const { x, y, k } = this.last;
    return { x: (this.window.width / 2 - x) / k, y: (this.window.height / 2 - y) / k, k };
  }

  /** The window has another size: the middle stays. */
  resize(size: Size, view: View = this.now()): void {
    if (!size.width || !size.height) return;
    this.window = size;
    const margin = 60;
    this.least = whole(this.map, size) * 0.9;
    this.behaviour
      ?.extent([[0, 0], [size.width, size.height]])
      .scaleExtent([this.least, MOST])
      .translateExtent([[-margin, -margin], [this.map.width + margin, this.map.height + margin]]);
    this.show(view);
  }

  show(view: View, glide = false): void {
    if (!this.frame || !this.behaviour) return;
    if (glide && this.sheet) this.sheet.style.transition = `transform ${GLIDE}ms ease-out`;
    const p = shift(view, this.window);
    select(this.frame).call(this.behaviour.transform, zoomIdentity.translate(p.x, p.y).scale(view.k));
  }

  /** About the middle of the window, or about a point of it. */
  by(factor: number): void {
    if (!this.frame || !this.behaviour) return;
    if (this.sheet) this.sheet.style.transition = `transform ${GLIDE}ms ease-out`;
    select(this.frame).call(this.behaviour.scaleBy, factor);
  }

  fit(): void {
    this.show({ x: this.map.width / 2, y: this.map.height / 2, k: whole(this.map, this.window) }, true);
  }

  /** As little as brings a point well into the window. */
  reveal(p: Point): void {
    const now = this.now();
    const to = reveal(p, now, this.window);
    if (to.x !== now.x || to.y !== now.y) this.show({ ...now, ...to }, true);
  }

  centre(p: Point, k = this.now().k): void {
    this.show({ ...p, k }, true);
  }

  /** From the page to the map. */
  point(e: { clientX: number; clientY: number }): Point {
    const box = this.frame!.getBoundingClientRect();
    return under({ x: e.clientX - box.left, y: e.clientY - box.top }, this.now(), this.window);
  }

  /** From the map to the window. */
  seen = (p: Point): Point => over(p, this.view, this.window);
}
