import { Center, Flex, Stack, Text } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface EmptyProps {
  icon: LucideIcon
  title: string
  children: ReactNode
  actions?: ReactNode
}

/** Shows an empty state: what belongs here and how to start. */
export function Empty({ icon: Icon, title, children, actions }: EmptyProps) {
  return (
    <Stack gap={0} align="center" maw={420} mx="auto" px={24} py={72} ta="center">
      <Center component="span" w={48} h={48} c="var(--accent-text)" bg="var(--accent-ground)" bdrs="lg">
        <Icon size={22} />
      </Center>
      <Text component="h2" mt="md" mb={4} fz="lg" fw={600}>
        {title}
      </Text>
      <Text c="dimmed">{children}</Text>
      {actions && (
        <Flex gap="xs" mt={20}>
          {actions}
        </Flex>
      )}
    </Stack>
  )
}
