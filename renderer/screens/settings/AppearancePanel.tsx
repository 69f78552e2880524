import { Radio, SimpleGrid, Switch } from '@mantine/core'
import { Monitor, Moon, Sun } from 'lucide-react'
import { useSetPreferences } from '../../api/app.ts'
import { useSession } from '../../session/Session.tsx'
import styles from './settings.module.css'

const choices = [
  { value: 'system', label: 'Match system', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const

/** Selects light, dark or system appearance. Applied immediately. */
export function AppearancePanel() {
  const { state } = useSession()
  const set = useSetPreferences()
  const choose = (value: string) => {
    const choice = choices.find((entry) => entry.value === value)
    if (choice) set({ appearance: choice.value })
  }
  return (
    <>
      <Radio.Group label="Theme" name="appearance" value={state.appearance} onChange={choose}>
        <SimpleGrid minColWidth={150} autoFlow="auto-fit" spacing={10} pt={4}>
          {choices.map(({ value, label, icon: Icon }) => (
            <label key={value} className={styles['choice']}>
              <Icon size={20} strokeWidth={1.7} aria-hidden />
              <Radio value={value} label={label} size="xs" />
            </label>
          ))}
        </SimpleGrid>
      </Radio.Group>
      <Switch
        label="Single-key shortcuts"
        description="C for a new link, / to search, G and a letter to open a screen. Press ? for all shortcuts."
        checked={state.singleKeys}
        onChange={(event) => set({ singleKeys: event.currentTarget.checked })}
      />
    </>
  )
}
