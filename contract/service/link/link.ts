import { z } from 'zod'
import { fieldsOf, pick } from './fields.ts'
import { mapByKind } from './mapByKind.ts'

/** A redirect as returned by lookups (specification 2.2). Our service returns `{}` if the link has none. */
const redirect = z.strictObject({
  url: z.string().optional(),
  open_app_if_installed: z.boolean().optional(),
})

const requestFields = mapByKind({
  text: () => z.string(),
  data: () => z.record(z.string(), z.json()),
  tags: () => z.array(z.string()),
  appTarget: () => redirect,
  target: () => redirect,
  // Lookup has one `show_preview` for both platforms (specification 2.3).
  preview: () => z.never(),
  tracking: () => z.string().nullable(),
  path: () => z.string(),
  image: () => z.string().nullable(),
})

/** A link as returned by our own service (specification 2.1), with the defaults of omitted fields filled in. */
export const link = z.strictObject({
  id: z.int(),
  ...pick(requestFields, fieldsOf('text')),
  ...pick(requestFields, fieldsOf('path')),
  access_path: z.string(),
  updated_at: z.iso.datetime(),
  generated_from_platform: z.string(),
  ...pick(requestFields, fieldsOf('data')),
  sdk_generated: z.boolean(),
  ...pick(requestFields, fieldsOf('tags')),
  active: z.boolean(),
  ...pick(requestFields, fieldsOf('tracking')),
  show_preview: z.boolean(),
  ...pick(requestFields, fieldsOf('image')),
  ...pick(requestFields, fieldsOf('appTarget')),
  ...pick(requestFields, fieldsOf('target')),
})
export type Link = z.infer<typeof link>

/**
 * The field for when a link was created. Lookups include it only on request, because the specification's link doesn't
 * have it.
 */
export const createdAtField = 'created_at'

/**
 * The field for when a link stops being active, part of the extension for changes (specification 4.9). Also included
 * only on request.
 */
export const activeUntilField = 'active_until'

/** The query of `GET /link/:link_path`. */
export const lookupQuery = z.object({
  include: z
    .enum(
      [
        createdAtField,
        activeUntilField,
        `${createdAtField},${activeUntilField}`,
        `${activeUntilField},${createdAtField}`,
      ],
      `Must be ${createdAtField}, ${activeUntilField}, or both separated by a comma.`,
    )
    .describe(`Adds fields to the link: when it was created, and when it stops being active.`)
    .optional(),
})

const createdAt = z.iso.datetime()
const activeUntil = z.iso.datetime().nullable()
/** Reported together with it. `null` for what the project says. */
const passQuery = z.boolean().nullable()

/** The response to `GET /link/:link_path` (specification 4.2). */
export const lookupResponse = z.object({
  link: link.extend({
    [createdAtField]: createdAt.optional(),
    [activeUntilField]: activeUntil.optional(),
    pass_query: passQuery.optional(),
  }),
})

/** A link in the response to `POST /links/lookup` (specification 4.6). */
export const listedLink = link.extend({
  [createdAtField]: createdAt,
  [activeUntilField]: activeUntil.optional(),
  pass_query: passQuery.optional(),
  /** The `ETag` that an individual lookup of this link returns. */
  etag: z.string().optional(),
})
