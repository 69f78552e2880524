import { Box, Group, Text } from '@mantine/core'
import { CircleAlert, CircleCheck, Info, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './ui.module.css'

export type Tone = 'good' | 'warn' | 'bad' | 'quiet'

const toneIcons = { good: CircleCheck, warn: TriangleAlert, bad: CircleAlert, quiet: Info }

interface CalloutProps {
  tone: Tone
  /** By default, that of the tone. */
  icon?: LucideIcon
  title: ReactNode
  /** `alert` interrupts screen readers; `status` waits. Without a role, the message isn't announced. */
  role?: 'alert' | 'status'
  children?: ReactNode
  actions?: ReactNode
}

/** Shows a framed message inside a screen. */
export function Callout(props: CalloutProps) {
  const { tone, icon: Icon = toneIcons[tone], title, role, children, actions } = props
  return (
    <div className={styles['callout']} data-tone={tone} role={role}>
      <Icon size={17} className={styles['calloutIcon']} />
      <Box flex={1} miw={0}>
        <Text component="strong" inherit display="block" fw={600}>
          {title}
        </Text>
        {children}
        {actions && (
          <Group className={styles['calloutActions']} gap="xs" mt={10}>
            {actions}
          </Group>
        )}
      </Box>
    </div>
  )
}
