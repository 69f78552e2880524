/**
 * A migration's statements, in order. Some PostgreSQL-compatible engines lack what is under `whereSupported`;
 * the service works without it.
 */
export type Step = readonly (string | { whereSupported: readonly string[] })[]
