import { NavLink, Stack, type StackProps } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import { Link } from 'wouter'

interface SideNavProps extends StackProps {
  label: string
  items: readonly { href: string; label: string; icon?: LucideIcon }[]
  /** The address of the item that is shown. */
  shown: string | undefined
}

/** Lists the parts of a screen beside the one that is shown. */
export function SideNav({ label, items, shown, ...stack }: SideNavProps) {
  return (
    <Stack component="nav" gap={2} flex="none" aria-label={label} {...stack}>
      {items.map(({ href, label: text, icon: Icon }) => (
        <NavLink
          key={href}
          component={Link}
          href={href}
          label={text}
          leftSection={Icon && <Icon size={16} strokeWidth={1.8} />}
          bdrs="sm"
          active={href === shown}
          aria-current={href === shown ? 'page' : undefined}
        />
      ))}
    </Stack>
  )
}
