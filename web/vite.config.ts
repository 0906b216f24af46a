import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defaultClientConditions, defineConfig } from "vite";
import { symbols } from "./build/symbols.ts";

export default defineConfig(({ mode }) => ({
  base: "./",
  plugins: [svelte(), symbols()],
  // Tests mount components as a browser does.
  resolve: mode === "test" ? { conditions: [...defaultClientConditions] } : {},
  build: { target: "es2022", sourcemap: false, assetsInlineLimit: 0, reportCompressedSize: true },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8732", ws: true } } },
}));
