import { defaultLimits } from './client/agent.ts'
import type { TimeLimits } from './client/agent.ts'
import { keychainLimits } from './keys/keychain.ts'
import type { KeychainLimits } from './keys/keychain.ts'
import type { System } from './keys/systemStore.ts'

/** What the app takes from its surroundings, for tests to say otherwise. */
export interface Tuning {
  time: TimeLimits
  keychain: KeychainLimits
  system: System
}

export const defaultTuning: Tuning = {
  time: defaultLimits,
  keychain: keychainLimits,
  system: { platform: process.platform, env: process.env },
}
