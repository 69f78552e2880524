import { z } from 'zod'
import { textCheck, textTypeError } from '../text/textSchema.ts'
import { imageError } from './imageError.ts'

/** The schema of an image's address. */
export const imageField = z.string(textTypeError).check(textCheck(imageError))
