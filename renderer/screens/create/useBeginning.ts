import type { Preset } from '../../../contract/app/calls/runs/presets.ts'
import type { CallOutput } from '../../../contract/app/calls/calls.ts'
import { usePresets } from '../../api/presets.ts'
import { parsePreset } from '../../features/presets/preset.ts'
import { blankForm, type FormValues } from '../../link/form.ts'
import { useFormRules } from '../../link/useFormRules.ts'

/** Returns the values of a new form with a preset, by its id or name; by default with that of the profile. */
export type Beginning = (preset?: string) => FormValues

/** Returns how new forms of a profile begin: with a preset and the rules' start values. `null` until both are known. */
export function useBeginning(profileId: string): Beginning | null {
  const presets = usePresets()
  const rules = useFormRules(profileId)
  if (presets.isPending || rules === undefined) return null
  return (preset = presets.data?.defaults[profileId]) => {
    const values = { ...blankForm, ...findPreset(presets.data, preset) }
    return rules?.begin(values) ?? values
  }
}

function findPreset(list: CallOutput<'presets.list'> | undefined, wanted: string | undefined) {
  const preset = findPresetByName(list?.presets ?? [], wanted)
  return (preset && parsePreset(preset.form)) ?? {}
}

/** Returns the preset with an id or a name, ignoring case; `undefined` if there is none. */
export function findPresetByName(presets: readonly Preset[], wanted: string | undefined): Preset | undefined {
  const name = wanted?.trim().toLowerCase()
  return presets.find((one) => one.id === wanted || one.name.trim().toLowerCase() === name)
}
