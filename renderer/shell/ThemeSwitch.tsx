import { Menu, UnstyledButton } from '@mantine/core'
import { Check, Monitor, Moon, Sun } from 'lucide-react'
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
        {choices.map(({ value, label, icon: Choice }) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={value === appearance}
            leftSection={<Choice size={15} aria-hidden />}
            rightSection={value === appearance ? <Check size={14} aria-hidden /> : null}
            onClick={() => set.mutate(value)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
