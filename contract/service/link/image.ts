import { z } from 'zod'
import { textCheck, textTypeError } from '../text/textSchema.ts'
import { imageError } from './imageError.ts'

/** Name of our service's extension that lets links have a preview image, in `Link-Service` (specification 4.15). */
export const imageExtension = 'image'

/** The schema of an image's address. */
export const imageField = z.string(textTypeError).check(textCheck(imageError))
