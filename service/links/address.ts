/** What links begin with, unless they have an origin of their own: known once the service listens. */
export type LinkOrigin = () => string

/** Where a link is opened. */
export interface LinkPlace {
  /** What it begins with; `null` for the usual origin. */
  origin: string | null
  path: string
}

/** The link as people share it (specification 1). */
export function linkAddress(usual: LinkOrigin, { origin, path }: LinkPlace): string {
  return `${origin ?? usual()}/${path}`
}
