import { Switch } from '@mantine/core'
import { useSetPreferences } from '../../api/app.ts'
import { useSession } from '../../session/Session.tsx'
import { RadioList } from '../../ui/RadioList.tsx'

const choices = [
  { value: 'system', label: 'Match system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** Selects light, dark or system appearance. Applied immediately. */
export function AppearancePanel() {
  const { state } = useSession()
  const set = useSetPreferences()
  return (
    <>
      <RadioList
        label="Theme"
        value={state.appearance}
        onChange={(appearance) => set({ appearance })}
        choices={choices}
      />
      <Switch
        label="Single-key shortcuts"
        description="C for a new link, / to search, G and a letter to open a screen. Press ? for all shortcuts."
        checked={state.singleKeys}
        onChange={(event) => set({ singleKeys: event.currentTarget.checked })}
      />
    </>
  )
}
