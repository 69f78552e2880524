import type { Preset } from '../../../contract/calls/presets.ts'
import { usePresets, useRemovePreset, useRestorePreset } from '../../api/presets.ts'
import type { ProblemError } from '../../api/problemError.ts'
import { sayProblem } from '../../ui/problem/sayProblem.tsx'
import { showUndo } from '../../ui/undoToast.tsx'

const say = ({ problem }: ProblemError) => sayProblem(problem)

/** Deletes a preset, with a way back that brings what it was the default of, too. It outlives the dialog. */
export function useDeletePreset(): (preset: Preset) => void {
  const { data } = usePresets()
  const remove = useRemovePreset()
  const restore = useRestorePreset()
  return (preset) => {
    const defaults = Object.entries(data?.defaults ?? {})
    const profileIds = defaults.filter(([, id]) => id === preset.id).map(([profileId]) => profileId)
    const undo = () => void restore.mutateAsync({ preset, profileIds }).catch(say)
    const offer = () => showUndo({ message: `Preset “${preset.name}” deleted.`, undo })
    void remove.mutateAsync(preset.id).then(offer, say)
  }
}
