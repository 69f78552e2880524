/** The database's time in milliseconds since 1970, when it is evaluated. A migration contains it, so it never changes. */
export const clock = '(FLOOR(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT)'
