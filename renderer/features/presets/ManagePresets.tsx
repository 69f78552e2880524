import { Modal, Stack, Text } from '@mantine/core'
import { Bookmark, FileUp } from 'lucide-react'
import { useRef, useState, type RefObject } from 'react'
import { Empty } from '../../ui/Empty.tsx'
import { FileAction } from '../../ui/FileAction.tsx'
import { PanelList } from '../../ui/PanelPart.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { readSmallFile } from '../../ui/readSmallFile.ts'
import { usePresets } from '../../api/presets.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { useCallMutation } from '../../api/useCall.ts'
import { PresetRow } from './PresetRow.tsx'
import { parsePresetFile } from './preset.ts'

/** Shows all presets: export, import, choose the default for new links, delete. */
export function ManagePresets({ profile, close }: { profile: SavedProfile; close: () => void }) {
  const presets = usePresets()
  const open = useRef<HTMLButtonElement>(null)
  const saved = presets.data?.presets ?? []
  const defaultId = presets.data?.defaults[profile.id]
  return (
    <Modal opened onClose={close} size="lg" title="Presets">
      {presets.error && <ProblemView problem={presets.error.problem} />}
      {presets.data && saved.length === 0 && (
        <Empty icon={Bookmark} title="No presets yet">
          Save fields that you fill in often, or open a preset that someone shared with you.
        </Empty>
      )}
      {saved.length > 0 && (
        <PanelList aria-label="Presets">
          {saved.map((preset) => (
            <PresetRow
              key={preset.id}
              preset={preset}
              profile={profile}
              isDefault={preset.id === defaultId}
              rest={open}
            />
          ))}
        </PanelList>
      )}
      <OpenFile button={open} />
    </Modal>
  )
}

/** Imports a shared preset. An invalid file shows an error and changes nothing. */
function OpenFile({ button }: { button: RefObject<HTMLButtonElement | null> }) {
  const save = useCallMutation('presets.save')
  const [refused, setRefused] = useState<string | null>(null)
  const open = async (file: File) => {
    const imported = parsePresetFile(await readSmallFile(file))
    setRefused(imported ? null : file.name)
    if (imported) save.mutate({ id: crypto.randomUUID(), name: imported.name, form: { ...imported.form } })
  }
  return (
    <Stack gap="xs" align="flex-start" pt="sm">
      <FileAction
        ref={button}
        icon={FileUp}
        loading={save.isPending}
        accept="application/json,.json"
        take={(file) => void open(file)}
      >
        Open a preset file
      </FileAction>
      {refused !== null && (
        <Text c="var(--bad-text)" fz="sm" role="alert">
          “{refused}” is not a Linkwright preset.
        </Text>
      )}
      {save.error && <ProblemView problem={save.error.problem} />}
    </Stack>
  )
}
