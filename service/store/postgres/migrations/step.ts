/**
 * The statements of a migration, in order. Some engines that speak PostgreSQL's language lack what is under
 * `whereSupported`, and the service works without it there.
 */
export type Step = readonly (string | { whereSupported: readonly string[] })[]
