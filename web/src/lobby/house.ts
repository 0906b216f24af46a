// The lobby's own line to the server: it speaks for no seat.
import { Api } from "../lib/api";

export const api = new Api();
