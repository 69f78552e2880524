import { Group, NavLink, Stack, Text } from '@mantine/core'
import { Link, useParams } from 'wouter'
import news from '../../../CHANGELOG.md?raw'
import { Markdown } from './Markdown.tsx'

const files = import.meta.glob<string>('../../../docs/using/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The documents in the order of the list. Others follow. Who reads this has started the app, so that comes late. */
const order = [
  ...['quick', 'window', 'links', 'find', 'bulk', 'changes', 'channels', 'rules', 'visits', 'data'],
  ...['app-links', 'export', 'move-in', 'open-your-app', 'team', 'start'],
]

interface HelpDocument {
  name: string
  title: string
  text: string
}

const documents: readonly HelpDocument[] = [
  ...Object.entries(files)
    .map(([path, text]) => toDocument(path.replace(/^.*\/|\.md$/g, ''), text))
    .toSorted((one, other) => rank(one.name) - rank(other.name)),
  { name: 'news', title: 'What’s new', text: news },
]

function toDocument(name: string, text: string): HelpDocument {
  return { name, title: /^# (.+)$/m.exec(text)?.[1] ?? name, text }
}

function rank(name: string): number {
  const index = order.indexOf(name)
  return index < 0 ? order.length : index
}

/** Shows the documents for people who use the app. They are part of it, so nothing is loaded from the network. */
export default function HelpScreen() {
  const { document: name } = useParams<{ document?: string }>()
  const shown = documents.find((one) => one.name === name) ?? documents[0]
  return (
    <Group align="flex-start" gap="xl" p="var(--gutter)" wrap="nowrap">
      <nav aria-label="Help">
        <Stack gap={0} w={220}>
          {documents.map((one) => (
            <NavLink
              key={one.name}
              component={Link}
              href={`/help/${one.name}`}
              label={one.title}
              active={one === shown}
              aria-current={one === shown ? 'page' : undefined}
            />
          ))}
        </Stack>
      </nav>
      <Stack component="article" maw="var(--measure)" miw={0} gap="sm" pb="xl">
        {shown && <Markdown text={shown.text} />}
        <Text c="dimmed" fz="sm">
          Press ? for all keyboard shortcuts.
        </Text>
      </Stack>
    </Group>
  )
}
