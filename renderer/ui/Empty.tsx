import { Center, Flex } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './ui.module.css'

interface EmptyProps {
  icon: LucideIcon
  title: string
  children: ReactNode
  actions?: ReactNode
}

/** Shows an empty state: what belongs here and how to start. */
export function Empty({ icon: Icon, title, children, actions }: EmptyProps) {
  return (
    <div className={styles['empty']}>
      <Center component="span" w={48} h={48} c="var(--accent-text)" bg="var(--accent-ground)" bdrs="lg">
        <Icon size={22} aria-hidden />
      </Center>
      <h2>{title}</h2>
      <p>{children}</p>
      {actions && (
        <Flex gap="xs" mt={20}>
          {actions}
        </Flex>
      )}
    </div>
  )
}
