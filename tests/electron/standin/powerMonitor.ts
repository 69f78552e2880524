import type { PowerMonitor } from 'electron'
import { DeclaredEmitter } from './emitter.ts'
import { assertReady } from './state.ts'
import { createStrict } from './strict.ts'

/** Reports the system's shutdown on Linux and macOS. Nothing is monitored before the app is ready. */
class Monitor extends DeclaredEmitter {
  override on(event: string, listener: (...args: never[]) => void): this {
    assertReady('powerMonitor')
    return super.on(event, listener)
  }
}

export const realPowerMonitor = new Monitor('PowerMonitor')
export const powerMonitor = createStrict('powerMonitor', realPowerMonitor) satisfies Record<
  keyof Pick<PowerMonitor, 'on'>,
  unknown
>
