import type { Pause } from './inFlight.ts'
import { keychainLimits } from './keys/keychain.ts'
import type { KeychainLimits } from './keys/keychain.ts'
import type { System } from './keys/systemStore.ts'
import type { TimeLimits } from './network/network.ts'

/** What the app takes from its surroundings, for tests to say otherwise. */
export interface Tuning {
  /** In the place of the limits in the settings, which count in seconds. */
  time?: TimeLimits
  /** Waits before a service is asked again. */
  pause?: Pause
  keychain: KeychainLimits
  system: System
}

export const defaultTuning: Tuning = {
  keychain: keychainLimits,
  system: { platform: process.platform, env: process.env },
}
