import { Button } from '@mantine/core'
import type { FormStore } from '../../link/formStore.ts'
import { showToast, hideToast } from '../../ui/toast.ts'
import { applied } from './preset.ts'
import type { PresetForm } from './preset.ts'
import styles from './presets.module.css'

/** Fills a preset into the form, with a way back: what was typed before is not lost. */
export function useApplyPreset(store: FormStore): (name: string, preset: PresetForm) => void {
  return (name, preset) => {
    const id = crypto.randomUUID()
    const before = store.get()
    store.set(applied(before, preset))
    const undo = () => {
      store.set(before)
      hideToast(id)
    }
    showToast({
      id,
      role: 'status',
      autoClose: 8_000,
      message: (
        <span className={styles['applied']}>
          “{name}” is filled in.
          <Button size="compact-xs" variant="default" onClick={undo}>
            Undo
          </Button>
        </span>
      ),
    })
  }
}
