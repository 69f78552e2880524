import { z } from 'zod'

/** Specification 2.2 as lookup returns it: our service answers `{}` for a redirect that was not given. */
export const redirect = z.strictObject({
  url: z.string().optional(),
  open_app_if_installed: z.boolean().optional(),
})
export type Redirect = z.infer<typeof redirect>

/** The link as our own service returns it (specification 2.1, with the defaults of an omitted field filled in). */
export const link = z.strictObject({
  id: z.int(),
  title: z.string(),
  subtitle: z.string(),
  path: z.string(),
  access_path: z.string(),
  updated_at: z.iso.datetime(),
  generated_from_platform: z.string(),
  data: z.record(z.string(), z.json()),
  sdk_generated: z.boolean(),
  tags: z.array(z.string()),
  active: z.boolean(),
  tracking_campaign: z.string().nullable(),
  tracking_source: z.string().nullable(),
  tracking_medium: z.string().nullable(),
  show_preview: z.boolean(),
  image: z.string().nullable(),
  ios_custom_redirect: redirect,
  android_custom_redirect: redirect,
  desktop_custom_redirect: redirect,
})
export type Link = z.infer<typeof link>

/** The answer of `GET /link/:link_path` (specification 4.2). */
export const lookupAnswer = z.object({ link })
