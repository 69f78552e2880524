import type { Pause } from './inFlight.ts'
import { keychainLimits } from './keys/keychain.ts'
import type { KeychainLimits } from './keys/keychain.ts'
import type { System } from './keys/systemStore.ts'
import type { TimeLimits } from './network/network.ts'
import type { RuleTimes } from './sharing/serviceRules.ts'

/** Parts of the environment that tests replace. */
export interface Tuning {
  /** Replaces the timeouts of the settings, which are in seconds. */
  time?: TimeLimits
  /** Replaces delays before retries. */
  pause?: Pause
  rules: RuleTimes
  keychain: KeychainLimits
  system: System
}

export const defaultTuning: Tuning = {
  rules: { look: 10_000, background: 15 * 60_000, shown: 60_000 },
  keychain: keychainLimits,
  system: { platform: process.platform, env: process.env },
}
