import { z } from 'zod'
import { describeJsonError, readData, readTags, type JsonResult } from '../json/json.ts'
import { limits } from '../api/limits.ts'
import { fieldNames, linkFields, type FieldName } from './fields.ts'
import { imageField } from './image.ts'
import { mapByKind } from './mapByKind.ts'
import { ownPathField } from '../path/pathsCheck.ts'
import { targetTextError, type ExtraTargetCheck } from './target.ts'
import { rejectText, storableText, textCheck, textTypeError, type TextPayload } from '../text/textSchema.ts'

const booleanField = z.boolean({ error: 'Must be true or false.' })
const openAppField = booleanField.describe(
  'Whether the link opens the app if it is installed. Default: true.',
)

/**
 * Returns a schema for text that contains JSON, checked by `read`. Errors include line and column. Keeps the original
 * text unless `rewritten` is given.
 */
function jsonText<T>(
  read: (text: string) => JsonResult<T>,
  wrongType: string,
  rewritten?: (value: T) => string,
) {
  return z.string({ error: wrongType }).check((checked: TextPayload) => {
    const result = read(checked.value)
    if (result.ok) {
      if (rewritten) checked.value = rewritten(result.value)
      return
    }
    rejectText(checked, describeJsonError(result.error))
  })
}

/** Returns a schema for a redirect target of at most 2,048 characters that our link host accepts. */
export function targetUrl(further?: ExtraTargetCheck) {
  return z
    .string(textTypeError)
    .check(textCheck((url) => targetTextError(url, further)))
    .meta({
      description: 'An absolute URL. Its scheme may belong to an app, but must not run code or read files.',
      maxLength: limits.url,
    })
}

/**
 * Returns a schema for the body of `POST /generate_link` (specification 4.1) as our own service accepts it:
 * all limits apply and unknown fields are rejected. All fields are optional. `further` also checks every
 * valid redirect target.
 */
export function generateRequestWith(further?: ExtraTargetCheck) {
  const notRedirect = { error: 'Must be an object with a url.' }
  const url = targetUrl(further)
  const fields = mapByKind({
    text: (limit) => storableText(limit).optional(),
    data: () => jsonText(readData, 'Must be a string that contains a JSON object.').optional(),
    tags: () =>
      jsonText(
        readTags,
        'Must be a string that contains a JSON array of strings.',
        JSON.stringify,
      ).optional(),
    appTarget: () =>
      z.strictObject({ url, open_app_if_installed: openAppField.optional() }, notRedirect).optional(),
    target: () => z.strictObject({ url }, notRedirect).optional(),
    preview: () => booleanField.optional(),
    tracking: (limit) => storableText(limit).optional(),
    path: () => ownPathField.optional(),
    image: () => imageField.optional(),
  })
  for (const name of fieldNames) z.globalRegistry.add(fields[name], documentField(linkFields[name]))
  return z.strictObject(fields, { error: 'Must be a JSON object.' })
}

/** Returns what the API documentation says about a field beyond its type. */
function documentField(field: (typeof linkFields)[FieldName]): z.core.GlobalMeta {
  return {
    ...('about' in field && { description: field.about }),
    ...('limit' in field && { maxLength: field.limit }),
    ...((field.kind === 'data' || field.kind === 'tags') && { contentMediaType: 'application/json' }),
  }
}

/** The same schema without an extra check of redirect targets. */
export const generateRequest = generateRequestWith()

/**
 * The same body, checked for types only (specification 4.1). The limits of other services are unknown, so the app sends
 * any body with valid types. Before that, it uses `generateRequest` to warn about values that our own service would
 * reject.
 */
export const requestShape = z.strictObject(
  mapByKind({
    text: () => z.string().optional(),
    data: () => z.string().optional(),
    tags: () => z.string().optional(),
    appTarget: () =>
      z.strictObject({ url: z.string(), open_app_if_installed: z.boolean().optional() }).optional(),
    target: () => z.strictObject({ url: z.string() }).optional(),
    preview: () => z.boolean().optional(),
    tracking: () => z.string().optional(),
    path: () => z.string().optional(),
    image: () => z.string().optional(),
  }),
)

export type GenerateRequest = z.infer<typeof generateRequest>

/** The response to `POST /generate_link` (specification 4.1). */
export const generateResponse = z.object({ link: z.string() })
