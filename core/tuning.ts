import type { Pause } from './inFlight.ts'
import { keychainLimits, type KeychainLimits } from './keys/keychain.ts'
import type { System } from './keys/systemStore.ts'
import type { TimeLimits } from './network/network.ts'
import type { TeamIntervals } from './links/team/follower.ts'
import type { RuleIntervals } from './sharing/serviceRules.ts'

/** Parts of the environment that tests replace. */
export interface Tuning {
  /** Replaces the timeouts of the settings, which are in seconds. */
  time?: TimeLimits
  /** Replaces delays before retries. */
  pause?: Pause
  rules: RuleIntervals
  team: TeamIntervals
  keychain: KeychainLimits
  system: System
}

export const defaultTuning: Tuning = {
  rules: { pollMs: 10_000, backgroundMs: 15 * 60_000, shownMs: 60_000 },
  team: { pollMs: 3_000, readMs: 5 * 60_000, createdMs: 12_000 },
  keychain: keychainLimits,
  system: { platform: process.platform, env: process.env },
}
