import { Code, List, Table, Text, Title } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'wouter'

/** Shows one of our own documents: headings, paragraphs, lists, tables, code and links to the other documents. */
export function Markdown({ text }: { text: string }) {
  return splitBlocks(text).map((block, index) => <Fragment key={index}>{showBlock(block)}</Fragment>)
}

/** Splits a document at blank lines, but not inside code. */
function splitBlocks(text: string): string[] {
  const blocks: string[] = []
  for (const part of text.split(/\n{2,}/)) {
    const last = blocks.at(-1)
    const isInCode = last !== undefined && (last.match(/^```/gm)?.length ?? 0) % 2 === 1
    if (isInCode) blocks[blocks.length - 1] = `${last}\n\n${part}`
    else blocks.push(part)
  }
  return blocks.map((block) => block.trim()).filter((block) => block !== '')
}

function showBlock(block: string): ReactNode {
  const heading = /^(#{1,4}) (.*)$/.exec(block)
  if (heading?.[1] && heading[2] !== undefined) {
    const level = Math.min(heading[1].length + 1, 4) as 2 | 3 | 4
    return (
      <Title order={level} size={level === 2 ? 'h3' : 'h4'} mt={level === 2 ? 0 : 'sm'}>
        {showInline(heading[2])}
      </Title>
    )
  }
  if (block.startsWith('```'))
    return (
      <Code block tabIndex={0}>
        {block.replace(/^```.*\n|\n?```$/g, '')}
      </Code>
    )
  if (block.startsWith('|')) return <DocumentTable lines={block.split('\n')} />
  if (/^(?:[-*]|\d+\.) /.test(block)) return <DocumentList block={block} />
  return <Text>{showInline(block.replace(/\n/g, ' '))}</Text>
}

function DocumentList({ block }: { block: string }) {
  const items = block.split(/\n(?=(?:[-*]|\d+\.) )/)
  return (
    <List
      type={/^\d/.test(block) ? 'ordered' : 'unordered'}
      listStyleType={/^\d/.test(block) ? 'decimal' : 'disc'}
      spacing={4}
    >
      {items.map((item) => (
        <List.Item key={item}>
          {showInline(item.replace(/^(?:[-*]|\d+\.) /, '').replace(/\s*\n\s*/g, ' '))}
        </List.Item>
      ))}
    </List>
  )
}

function DocumentTable({ lines }: { lines: readonly string[] }) {
  const [head = [], , ...rows] = lines.map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  )
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          {head.map((cell) => (
            <Table.Th key={cell}>{showInline(cell)}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((cells) => (
          <Table.Tr key={cells.join('|')}>
            {cells.map((cell, index) => (
              <Table.Td key={index}>{showInline(cell)}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const inlinePattern = /(`[^`]+`|\*\*[^*]+\*\*|\b_[^_]+_\b|\[[^\]]+\]\([^)]+\))/

function showInline(text: string): ReactNode {
  return text.split(inlinePattern).map((part, index) => <Fragment key={index}>{showPart(part)}</Fragment>)
}

function showPart(part: string): ReactNode {
  if (part.startsWith('`') && part.length > 2) return <Code>{part.slice(1, -1)}</Code>
  if (part.startsWith('**') && part.length > 4) return <strong>{part.slice(2, -2)}</strong>
  if (/^_.+_$/.test(part)) return <em>{part.slice(1, -1)}</em>
  const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part)
  if (!link?.[1]) return part
  const document = /^([\w-]+)\.md(?:#.*)?$/.exec(link[2] ?? '')?.[1]
  // Documents for operators and developers aren't part of the app.
  return document === undefined ? link[1] : <Link href={`/help/${document}`}>{link[1]}</Link>
}
