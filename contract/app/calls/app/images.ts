import { z } from 'zod'
import { call } from '../call.ts'
import { limits } from '../../../service/api/limits.ts'

/** The types of images that networks show. */
export const imageTypes = ['png', 'jpeg', 'gif', 'webp'] as const
export type ImageType = (typeof imageTypes)[number]

/** Maximum size of a preview image in bytes. X and LinkedIn show none that is larger. */
export const maxImageBytes = 5 * 1_024 * 1_024

/** A fetched image, or why its address has none that networks show. */
const fetchedImage = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    type: z.enum(imageTypes),
    /** In pixels, as the file says. */
    width: z.int(),
    height: z.int(),
    bytes: z.int(),
    /** The file as a `data:` address; `null` if it has too many pixels to be drawn. */
    dataUrl: z.string().nullable(),
  }),
  z.object({
    ok: z.literal(false),
    reason: z.enum(['refused', 'status', 'redirects', 'svg', 'other_type', 'too_large']),
    /** The status, or why the address that a redirect leads to is refused. */
    detail: z.string().exactOptional(),
  }),
])
export type FetchedImage = z.infer<typeof fetchedImage>

export const imageCalls = {
  /** Fetches a preview image from a public host, and reads its type and size. `id` is for `links.cancel`. */
  'images.fetch': call({ url: z.string().max(limits.url), id: z.uuid().exactOptional() }, fetchedImage),
}
