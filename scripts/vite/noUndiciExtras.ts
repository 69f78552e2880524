/**
 * Replaces what the index of `undici` exports besides requests: mocks, interceptors, caches, fetch, cookies, WebSocket and
 * EventSource. The app only sends requests. Modules that requests need themselves are imported by other paths and stay.
 */
/** A constructor, because the index creates an instance when it is loaded. */
export function CacheStorage() {}
