import { z } from 'zod'
import { environment } from '../../../service/api/environment.ts'
import { maxLinks } from '../../../service/address/pastedLinks.ts'
import { linkRecord } from '../../link/record.ts'
import { problem } from '../../problems/problem.ts'
import { foundLink, pastedLink } from './links.ts'

const lookupContext = z.strictObject({ profileId: z.string(), environment })

/** One of many links, where it is looked up, and the result. */
const lookup = z.object({
  link: pastedLink,
  /** `null` for a link on an unknown domain or of a deleted profile: no service is asked. */
  context: lookupContext.nullable(),
  /** The library's record of the link, which decides where it is looked up. */
  record: linkRecord.nullable(),
  isRequested: z.boolean(),
  /** Whether neither environment has the link. The other one is asked only if the context is a guess by its domain. */
  inNeither: z.boolean(),
  /** `null` until there is an answer. */
  result: z.union([z.object({ found: foundLink }), z.object({ problem })]).nullable(),
})

export type Lookup = z.infer<typeof lookup>

/** What a text has besides the links that are looked up: the number of other links, and whether it was cut. */
const omitted = z.strictObject({ more: z.int().min(0), cut: z.boolean() })

export const lookupCalls = {
  /**
   * Looks up pasted links, each where the library or its domain says, at the rates of their services. Goes on while no
   * window asks. The same input returns the lookups that it started, unless a profile has since got the domain of a link
   * that no service was asked about. Returns the lookups that changed after a revision; all after 0.
   */
  'lookups.open': {
    input: z.strictObject({
      links: z.array(pastedLink).min(1).max(maxLinks),
      /** For links that aren't in the library: the environment, and the profile of paths without a domain. */
      context: lookupContext,
      /** Whether the user chose the context, so that no other environment is asked. */
      isContextChosen: z.boolean(),
      /** Kept with the lookups. */
      omitted: omitted.default({ more: 0, cut: false }),
      after: z.int().min(0),
    }),
    output: z.object({
      /** The job that looks up the links, or did last. */
      job: z.uuid(),
      revision: z.int(),
      phase: z.enum(['running', 'stopped', 'cancelled', 'finished']),
      /** The problem that stopped the lookups. */
      problem: problem.nullable(),
      /** Whether a service asked to be contacted later. */
      isHeld: z.boolean(),
      startedAt: z.iso.datetime(),
      /** `null` before the first end. */
      endedAt: z.iso.datetime().nullable(),
      omitted,
      changed: z.array(z.object({ index: z.int(), lookup })),
    }),
  },
  /** Continues lookups that were cancelled or stopped, and repeats those without an answer; if there are none, repeats all. */
  'lookups.resume': { input: z.strictObject({ job: z.uuid() }), output: z.null() },
}
