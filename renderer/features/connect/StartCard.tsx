import { Center, Group, Stack, Text } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import { useId, type ReactNode, type Ref } from 'react'

interface StartCardProps {
  icon: LucideIcon
  title: string
  /** What it is for. */
  text: ReactNode
  ref?: Ref<HTMLDivElement>
  children: ReactNode
}

/** Shows one of the ways to start. */
export function StartCard({ icon: Icon, title, text, ref, children }: StartCardProps) {
  const id = useId()
  return (
    <Stack
      component="section"
      ref={ref}
      gap="sm"
      p="20px 22px 22px"
      bg="var(--surface)"
      bd="1px solid var(--line)"
      bdrs="lg"
      aria-labelledby={id}
    >
      <Group gap={10}>
        <Center component="span" w={32} h={32} c="var(--accent-text)" bg="var(--accent-ground)" bdrs="md">
          <Icon size={18} />
        </Center>
        <Text component="h2" id={id} fz="lg" fw={600}>
          {title}
        </Text>
      </Group>
      <Text c="dimmed">{text}</Text>
      {children}
    </Stack>
  )
}
