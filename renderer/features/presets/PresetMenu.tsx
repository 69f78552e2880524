import { Menu } from '@mantine/core'
import { Bookmark, BookmarkPlus, ChevronDown, Settings2, Star } from 'lucide-react'
import { useState } from 'react'
import { useFormStore } from '../../link/FormContext.tsx'
import { useSetWithUndo } from '../../link/useSetWithUndo.ts'
import { usePresets } from '../../api/presets.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { shorten } from '../../ui/shorten.ts'
import { parsePreset, summarizePreset } from './preset.ts'
import { SavePreset } from './SavePreset.tsx'
import { ManagePresets } from './ManagePresets.tsx'
import { QuietText, ToolButton } from '../../ui/variants.ts'

/** Maximum characters of a name in the menu. */
const maxNameLength = 60

/** Shows the preset menu: apply one, save the form as one, manage them. */
export function PresetMenu({ profile }: { profile: SavedProfile }) {
  const store = useFormStore()
  const setWithUndo = useSetWithUndo()
  const presets = usePresets()
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null)
  const close = () => setDialog(null)
  const saved = presets.data?.presets ?? []
  const defaultId = presets.data?.defaults[profile.id]
  return (
    <>
      <Menu position="bottom-start" width={300}>
        <Menu.Target>
          <ToolButton>
            <Bookmark size={14} /> Presets <ChevronDown size={14} />
          </ToolButton>
        </Menu.Target>
        <Menu.Dropdown>
          {saved.map(({ id, name, form }) => (
            <Menu.Item
              key={id}
              rightSection={id === defaultId ? <Star size={14} aria-label="Default here" /> : null}
              onClick={() => setWithUndo(parsePreset(form) ?? {}, `Preset “${name}” applied.`)}
            >
              <span title={name}>{shorten(name, maxNameLength)}</span>
              <QuietText span display="block" fz="xs">
                {summarizePreset(parsePreset(form) ?? {})}
              </QuietText>
            </Menu.Item>
          ))}
          {saved.length > 0 && <Menu.Divider />}
          <Menu.Item leftSection={<BookmarkPlus size={15} />} onClick={() => setDialog('save')}>
            Save as preset
          </Menu.Item>
          <Menu.Item leftSection={<Settings2 size={15} />} onClick={() => setDialog('manage')}>
            Manage presets
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'save' && <SavePreset form={store.get()} close={close} />}
      {dialog === 'manage' && <ManagePresets profile={profile} close={close} />}
    </>
  )
}
