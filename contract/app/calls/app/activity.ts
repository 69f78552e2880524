import { z } from 'zod'
import { call } from '../call.ts'
import { problem } from '../../problems/problem.ts'
import { textFile } from '../../tables/textFile.ts'

export const operation = z.enum([
  'create',
  'lookup',
  'change',
  'history',
  'visits',
  'list',
  'invite',
  'test',
  'enroll',
  'rules',
  'app_links',
  'image',
])
export type Operation = z.infer<typeof operation>

/** One request that the app has sent. */
export const activityEntry = z.object({
  id: z.int(),
  time: z.iso.datetime(),
  operation,
  profileId: z.string().nullable(),
  profileName: z.string().nullable(),
  /** The value sent in the ENVIRONMENT header. */
  environment: z.string(),
  method: z.string(),
  url: z.string(),
  /** `null` if there was no response; `code` is the reason. */
  status: z.int().nullable(),
  code: problem.shape.code.nullable(),
  durationMs: z.int(),
  /** Size of the response body in bytes. */
  bytes: z.int().nullable(),
  /** 1 for the first attempt, then 2, 3, …. */
  attempt: z.int(),
})
export type ActivityEntry = z.infer<typeof activityEntry>

/**
 * An entry with the texts of request and response, redacted and truncated to 64 KiB, and the request as a curl command
 * with `$PROJECT_KEY`.
 */
const activityDetail = activityEntry.extend({
  request: z.string(),
  answer: z.string().nullable(),
  curl: z.string(),
})
export type ActivityDetail = z.infer<typeof activityDetail>

export const activityCalls = {
  /** The last requests since the app started, at most 500, newest first. */
  'activity.list': call({}, z.object({ entries: z.array(activityEntry) })),
  'activity.get': call({ id: z.int() }, activityDetail),
  /** Returns versions, settings, notices and activity as text for a support request, without secrets. */
  'activity.bundle': call({}, textFile),
}
