import { Group, Stack } from '@mantine/core'
import { useParams } from 'wouter'
import news from '../../../CHANGELOG.md?raw'
import { SideNav } from '../../ui/SideNav.tsx'
import { Markdown } from './Markdown.tsx'
import { QuietText } from '../../ui/variants.ts'

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
  href: string
  label: string
  text: string
}

const documents: readonly HelpDocument[] = [
  ...Object.entries(files)
    .map(([path, text]) => toDocument(path.replace(/^.*\/|\.md$/g, ''), text))
    .toSorted((one, other) => rank(one.name) - rank(other.name)),
  { ...toDocument('news', news), label: 'What’s new' },
]

function toDocument(name: string, text: string): HelpDocument {
  return { name, href: `/help/${name}`, label: /^# (.+)$/m.exec(text)?.[1] ?? name, text }
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
      <SideNav label="Help" items={documents} shown={shown?.href} w={220} />
      <Stack component="article" maw="var(--measure)" miw={0} gap="sm" pb="xl">
        {shown && <Markdown text={shown.text} />}
        <QuietText>Press ? for all keyboard shortcuts.</QuietText>
      </Stack>
    </Group>
  )
}
