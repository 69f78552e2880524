import { z } from 'zod'
import { fieldsOf, madeByKind, pick } from './link/fields.ts'

/** A redirect as lookup returns it (specification 2.2). Our service answers `{}` if the link has none. */
export const redirect = z.strictObject({
  url: z.string().optional(),
  open_app_if_installed: z.boolean().optional(),
})
export type Redirect = z.infer<typeof redirect>

const requestFields = madeByKind({
  text: () => z.string(),
  data: () => z.record(z.string(), z.json()),
  tags: () => z.array(z.string()),
  appTarget: () => redirect,
  target: () => redirect,
  // Lookup has one `show_preview` for both platforms (specification 2.3).
  preview: () => z.never(),
  tracking: () => z.string().nullable(),
})

/**
 * A link as our own service returns it (specification 2.1), with the defaults of omitted fields filled in.
 */
export const link = z.strictObject({
  id: z.int(),
  ...pick(requestFields, fieldsOf('text')),
  path: z.string(),
  access_path: z.string(),
  updated_at: z.iso.datetime(),
  generated_from_platform: z.string(),
  ...pick(requestFields, fieldsOf('data')),
  sdk_generated: z.boolean(),
  ...pick(requestFields, fieldsOf('tags')),
  active: z.boolean(),
  ...pick(requestFields, fieldsOf('tracking')),
  show_preview: z.boolean(),
  image: z.string().nullable(),
  ...pick(requestFields, fieldsOf('appTarget')),
  ...pick(requestFields, fieldsOf('target')),
})
export type Link = z.infer<typeof link>

/** The answer to `GET /link/:link_path` (specification 4.2). */
export const lookupAnswer = z.object({ link })
