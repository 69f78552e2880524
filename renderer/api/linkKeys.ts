/** Key of every query about the library as a list. Invalidated when any link changes. */
export const libraryKey = ['library'] as const

/** Query key of one library link. */
export const recordKey = (id: string) => ['links.get', id] as const
