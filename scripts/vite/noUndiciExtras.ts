/** Replaces the mocks, WebSocket and EventSource of `undici`, 150 KB: the app only sends requests. */
export {}
