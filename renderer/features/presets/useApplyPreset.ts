import type { FormValues } from '../../link/form.ts'
import type { FormStore } from '../../link/formStore.ts'
import { useUndoToast } from '../../ui/useUndoToast.ts'
import { applied } from './preset.ts'
import type { PresetForm } from './preset.ts'

/** Fills a preset into the form, with a way back: what was typed before is not lost, nor what is typed after. */
export function useApplyPreset(store: FormStore): (name: string, preset: PresetForm) => void {
  const showUndo = useUndoToast()
  return (name, preset) => {
    const before = store.get()
    store.set(applied(before, preset))
    const after = store.get()
    showUndo({
      message: `Preset “${name}” applied.`,
      undo: () => store.set(untouched(before, after, store.get())),
    })
  }
}

/** Of the fields as they were before, those that are still as they were made. */
function untouched(before: FormValues, after: FormValues, now: FormValues): Partial<FormValues> {
  const fields = Object.entries(before) as [keyof FormValues, unknown][]
  return Object.fromEntries(fields.filter(([field]) => now[field] === after[field]))
}
