/** What links begin with: the origin of the link host, known once the service listens. */
export type LinkOrigin = () => string

/** The link as people share it (specification 1). */
export function linkAddress(origin: LinkOrigin, path: string): string {
  return `${origin()}/${path}`
}
