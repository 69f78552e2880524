import { ActionIcon, Checkbox, Group, Stack, Text, Tooltip } from '@mantine/core'
import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Preset } from '../../../contract/app/calls/runs/presets.ts'
import { saveBlob } from '../../ui/saveFile.ts'
import { offerUndo, showProblem } from '../../api/offerUndo.ts'
import { usePresets, useRestorePreset, useSetDefaultPreset } from '../../api/presets.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { useCallMutation } from '../../api/useCall.ts'
import { presetFileName, parsePreset, summarizePreset, serializePreset } from './preset.ts'

interface PresetRowProps {
  preset: Preset
  profile: SavedProfile
  isDefault: boolean
  /** Moves the focus after the last preset has been deleted. */
  focusRest: () => void
}

/** Shows one preset with its actions. */
export function PresetRow({ preset, profile, isDefault, focusRest }: PresetRowProps) {
  const { id, name, form } = preset
  const setDefault = useSetDefaultPreset()
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
        <Text span c="dimmed" fz="xs">
          {summarizePreset(fields)}
        </Text>
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
      <Tooltip label="Share as a file">
        <ActionIcon aria-label={`Share ${name} as a file`} onClick={share}>
          <Download size={15} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Delete">
        <ActionIcon
          aria-label={`Delete ${name}`}
          data-delete
          onClick={(event) => {
            if (!focusNeighbour(event.currentTarget)) focusRest()
            remove(preset)
          }}
        >
          <Trash2 size={15} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}

/** Deletes a preset with undo, which also restores it as a default. Works after the dialog is closed. */
function useDeletePreset(): (preset: Preset) => void {
  const { data } = usePresets()
  const remove = useCallMutation('presets.remove')
  const restore = useRestorePreset()
  return (preset) => {
    const defaults = Object.entries(data?.defaults ?? {})
    const profileIds = defaults.filter(([, id]) => id === preset.id).map(([profileId]) => profileId)
    const undo = () => restore(preset, profileIds)
    const offer = () => offerUndo({ message: `Preset “${preset.name}” deleted.`, undo })
    void remove.mutateAsync({ id: preset.id }).then(offer, showProblem)
  }
}

/**
 * Focuses the same button of the next row, or of the previous one, because this row is being deleted. Returns whether
 * there was one.
 */
function focusNeighbour(button: HTMLElement): boolean {
  const row = button.closest('li')
  const next = row?.nextElementSibling ?? row?.previousElementSibling
  const sameButton = next?.querySelector<HTMLElement>('[data-delete]')
  sameButton?.focus()
  return sameButton !== undefined && sameButton !== null
}
