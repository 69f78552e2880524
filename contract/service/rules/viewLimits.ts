import { z } from 'zod'

/** Maximum number of saved views, and maximum length of a name in UTF-16 units. */
export const maxSavedViews = 100
export const maxViewNameLength = 100
const maxViewQueryLength = 10_000

/** The name of a saved view. */
export const viewName = z
  .string()
  .trim()
  .min(1, 'Enter a name.')
  .max(maxViewNameLength, `Must be at most ${maxViewNameLength} characters long.`)

/** The parameters of a view's address. Only the window interprets them. */
export const viewQuery = z
  .string()
  .max(maxViewQueryLength, 'This view is too large to save. Remove some filters.')
