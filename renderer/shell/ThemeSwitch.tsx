import { Menu, UnstyledButton } from '@mantine/core'
import { Monitor, Moon, Sun } from 'lucide-react'
import type { Appearance } from '../../contract/calls/app.ts'
import { useSetAppearance } from '../queries/app.ts'
import styles from './shell.module.css'

const choices = [
  { value: 'system', label: 'Like the system', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const

/** Light, dark, or as the system has it. */
export function ThemeSwitch({ appearance }: { appearance: Appearance }) {
  const set = useSetAppearance()
  const Icon = choices.find(({ value }) => value === appearance)?.icon ?? Monitor
  return (
    <Menu position="top-start" width={180}>
      <Menu.Target>
        <UnstyledButton className={styles['navLink']}>
          <Icon size={17} strokeWidth={1.8} aria-hidden />
          <span>Appearance</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={appearance}>
          {choices.map(({ value, label, icon: Choice }) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick onChange={() => set.mutate(value)}>
              <span className={styles['choice']}>
                <Choice size={15} aria-hidden /> {label}
              </span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
