import { z } from 'zod'
import { call } from '../call.ts'
import { problem } from '../../problems/problem.ts'

const ofProfile = z.strictObject({ profileId: z.string().max(100) })

/** The links of a whole project, as a profile follows them. */
const teamState = z.object({
  /** Whether the profile follows the list of its service. The user can switch it off. */
  isOn: z.boolean(),
  /** Whether the service lists links: `null` while it isn't known. */
  isOffered: z.boolean().nullable(),
  /** When the list was last read to its end; `null` for never. */
  readAt: z.iso.datetime().nullable(),
  /** Why it couldn't be read last time. */
  problem: problem.nullable(),
  isReading: z.boolean(),
  /** Whether the user has cancelled the first reading, which continues at the next start or when asked for. */
  isPaused: z.boolean(),
  /** Increases whenever links were added or changed. */
  changes: z.int(),
})
export type TeamState = z.infer<typeof teamState>

export const teamCalls = {
  'team.state': call(ofProfile, teamState),
  /** Reads what is new in the list now, and starts or continues the first reading. Resolves when it was read. */
  'team.read': call(ofProfile, teamState),
  /** Switches it on or off. The links stay in the library. */
  'team.follow': call(ofProfile.extend({ isOn: z.boolean() }), teamState),
} as const
