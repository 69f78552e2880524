/** Returns the default base URL of links, which is known once the service listens. */
export type LinkOrigin = () => string

/** Where a link is opened. */
export interface LinkLocation {
  /** The link's origin; `null` for the default origin. */
  origin: string | null
  path: string
}

/** Returns the link as people share it, as a URL (specification 1). */
export function linkAddress(defaultOrigin: LinkOrigin, { origin, path }: LinkLocation): string {
  // An own path may have letters outside ASCII.
  return `${origin ?? defaultOrigin()}/${encodeURIComponent(path)}`
}
