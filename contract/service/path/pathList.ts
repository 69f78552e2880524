import { z } from 'zod'

/** A list of up to `max` paths of links. */
export function pathList(max: number) {
  return z
    .array(z.string('Must be the path of a link.'), 'Must be a list of paths.')
    .min(1, 'Must have at least one path.')
    .max(max, `Must have at most ${max} paths.`)
}
