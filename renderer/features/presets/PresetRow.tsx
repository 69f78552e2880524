import { Checkbox, Group, Stack, Text } from '@mantine/core'
import { Download, Trash2 } from 'lucide-react'
import { useState, type RefObject } from 'react'
import type { Preset } from '../../../contract/app/calls/runs/presets.ts'
import { focusNeighbour } from '../../ui/focusNeighbour.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { saveBlob } from '../../ui/saveFile.ts'
import { offerUndo, showProblem } from '../../api/offerUndo.ts'
import { usePresets } from '../../api/presets.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { useCallMutation } from '../../api/useCall.ts'
import { presetFileName, parsePreset, summarizePreset, serializePreset } from './preset.ts'
import { QuietText } from '../../ui/variants.ts'

interface PresetRowProps {
  preset: Preset
  profile: SavedProfile
  isDefault: boolean
  /** Gets the focus after the last preset has been deleted. */
  rest: RefObject<HTMLElement | null>
}

/** Shows one preset with its actions. */
export function PresetRow({ preset, profile, isDefault, rest }: PresetRowProps) {
  const { id, name, form } = preset
  const setDefault = useCallMutation('presets.setDefault')
  const remove = useDeletePreset()
  // Shows the choice immediately; it is saved a moment later.
  const [pendingDefault, setPendingDefault] = useState<boolean | null>(null)
  const fields = parsePreset(form) ?? {}
  const share = () =>
    saveBlob(presetFileName(name), new Blob([serializePreset(name, fields)], { type: 'application/json' }))
  return (
    <Group component="li" gap="sm" wrap="nowrap">
      <Stack component="span" gap={0} flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Text span fw={550}>
          {name}
        </Text>
        <QuietText span fz="xs">
          {summarizePreset(fields)}
        </QuietText>
      </Stack>
      <Checkbox
        label={`Default in ${profile.name}`}
        aria-label={`Default in ${profile.name}: ${name}`}
        checked={pendingDefault ?? isDefault}
        onChange={(event) => {
          const { checked } = event.currentTarget
          setPendingDefault(checked)
          const input = { profileId: profile.id, presetId: checked ? id : null }
          setDefault.mutate(input, { onError: showProblem, onSettled: () => setPendingDefault(null) })
        }}
      />
      <IconButton
        icon={Download}
        label={`Share ${name} as a file`}
        tooltip="Share as a file"
        onClick={share}
      />
      <IconButton
        icon={Trash2}
        label={`Delete ${name}`}
        tooltip="Delete"
        data-entry-action="delete"
        onClick={(event) => {
          focusNeighbour(event.currentTarget, rest.current)
          remove(preset)
        }}
      />
    </Group>
  )
}

/** Deletes a preset with undo, which also restores it as a default. Works after the dialog is closed. */
function useDeletePreset(): (preset: Preset) => void {
  const { data } = usePresets()
  const remove = useCallMutation('presets.remove')
  const save = useCallMutation('presets.save')
  const setDefault = useCallMutation('presets.setDefault')
  return ({ id, name, form }) => {
    const defaults = Object.entries(data?.defaults ?? {}).filter(([, presetId]) => presetId === id)
    const undo = async () => {
      await save.mutateAsync({ id, name, form })
      for (const [profileId] of defaults) await setDefault.mutateAsync({ profileId, presetId: id })
    }
    const offer = () => offerUndo({ message: `Preset “${name}” deleted.`, undo })
    void remove.mutateAsync({ id }).then(offer, showProblem)
  }
}
