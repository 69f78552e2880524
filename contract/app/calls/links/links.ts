import { z } from 'zod'
import { call } from '../call.ts'
import { requestShape } from '../../../service/link/generate.ts'
import { environment } from '../../../service/api/environment.ts'
import { maxPasteLength } from '../../../service/path/linkPath.ts'
import { maxCheckedPaths, pathsCheckResponse } from '../../../service/path/pathsCheck.ts'
import { maxTextLength, maxLinks } from '../../../service/address/pastedLinks.ts'
import { remoteLink } from '../../link/remoteLink.ts'
import { defaults } from '../../../service/redirect/defaults.ts'
import { linkRecord } from '../../link/record.ts'
import { problem } from '../../problems/problem.ts'

const linkTarget = { profileId: z.string(), environment }

/** A looked-up link: parsed, as the service's own text, and with its library entry, if any. */
export const foundLink = z.object({
  path: z.string(),
  link: remoteLink,
  /** The service's response as text, which preserves the spelling of numbers. */
  raw: z.string(),
  record: linkRecord.nullable(),
  defaults,
})
export type FoundLink = z.infer<typeof foundLink>

/** A link parsed from pasted text. */
export const pastedLink = z.strictObject({
  path: z.string().max(maxTextLength),
  host: z.string().max(maxTextLength).nullable(),
})

const lookupContext = z.strictObject(linkTarget)

/** One of many links, where it is looked up, and the result. */
const lookup = z.object({
  link: pastedLink,
  /** `null` for a link on an unknown domain or of a deleted profile: no service is asked. */
  context: lookupContext.nullable(),
  /** The library's record of the link, which decides where it is looked up. */
  record: linkRecord.nullable(),
  /** Whether neither environment has the link. The other one is asked only if the context is a guess by its domain. */
  inNeither: z.boolean(),
  /** `null` until there is an answer. */
  result: z.union([z.object({ found: foundLink }), z.object({ problem })]).nullable(),
})

export type Lookup = z.infer<typeof lookup>

/** What a text has besides the links that are looked up: the number of other links, and whether it was cut. */
const omitted = z.strictObject({ more: z.int().min(0), cut: z.boolean() })

export const linkCalls = {
  /**
   * Saves the request, sends it, and reads the link back. A repeated call with the same `id` returns the existing
   * result and never creates a second link. A failure is reported in the record's state and problem.
   */
  'links.create': call(
    { id: z.uuid(), ...linkTarget, request: requestShape, promotedFrom: z.uuid().optional() },
    linkRecord,
  ),
  /** Newest first. `before` is the previous page's `next`. */
  'links.list': call(
    { before: z.string().optional(), limit: z.int().min(1).max(200).default(50) },
    z.object({ records: z.array(linkRecord), next: z.string().nullable(), total: z.int() }),
  ),
  /** Returns the production links that were created, or may have been created, by promoting this one, newest first. */
  'links.promotions': call({ id: z.uuid() }, z.array(linkRecord)),
  'links.get': call({ id: z.uuid() }, linkRecord),
  /**
   * Returns at most 5 library records per link, from any profile and environment. Contacts no service. Matches by path,
   * and by host if the link has one. Sorted by `prefer`, then newest first, with those kept for reference last.
   */
  'links.known': call(
    { links: z.array(pastedLink).min(1).max(maxLinks), prefer: z.strictObject(linkTarget) },
    z.array(z.array(linkRecord)),
  ),
  /** Looks up a path, a pasted link, or a line of text that contains one. `id` is for `links.cancel`. */
  'links.find': call(
    { id: z.uuid().optional(), text: z.string().max(maxPasteLength), ...linkTarget },
    foundLink,
  ),
  /**
   * Asks the service which own paths are free, in order. Reserves nothing. Fails with `paths_not_offered` if the service
   * doesn't announce this.
   */
  'links.checkPaths': call(
    { ...linkTarget, paths: z.array(z.string().max(maxPasteLength)).min(1).max(maxCheckedPaths) },
    pathsCheckResponse,
  ),
  /**
   * Resolves an `unknown` create by sending it again with its idempotency key. Fails with `not_repeatable` if the
   * service doesn't guarantee that this creates no second link, or the profile has another key now. Returns the record of
   * a link in any other state unchanged.
   */
  'links.settle': call({ id: z.uuid() }, linkRecord),
  /**
   * Stops waiting for the response to the running create, settle, check, find, add or `appLinks.check` with this id.
   * That call then returns its own result; a create that was already sent stays `unknown`.
   */
  'links.cancel': call({ id: z.uuid() }, z.null()),
  /**
   * Looks up pasted links, each where the library or its domain says, at the rates of their services. Goes on while no
   * window asks. The same input returns the lookups that it started, unless a profile has since got the domain of a link
   * that no service was asked about.
   */
  'lookups.open': call(
    {
      links: z.array(pastedLink).min(1).max(maxLinks),
      /** For links that aren't in the library: the environment, and the profile of paths without a domain. */
      context: lookupContext,
      /** Whether the user chose the context, so that no other environment is asked. */
      isContextChosen: z.boolean(),
      /** Kept with the lookups. */
      omitted: omitted.default({ more: 0, cut: false }),
    },
    z.object({
      /** The job that looks up the links, or did last. */
      job: z.uuid(),
      phase: z.enum(['running', 'stopped', 'cancelled', 'finished']),
      /** The problem that stopped the lookups. */
      problem: problem.nullable(),
      /** Whether a service asked to be contacted later. */
      isHeld: z.boolean(),
      startedAt: z.iso.datetime(),
      /** `null` before the first end. */
      endedAt: z.iso.datetime().nullable(),
      omitted,
      /** In the order of the links. */
      lookups: z.array(lookup),
    }),
  ),
  /** Continues lookups that were cancelled or stopped, and repeats those without an answer; if there are none, repeats all. */
  'lookups.resume': call({ job: z.uuid() }, z.null()),
}
