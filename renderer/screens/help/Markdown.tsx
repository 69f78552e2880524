import { Code, List, Table, Text, Title } from '@mantine/core'
import MarkdownToJsx, { type MarkdownToJSX } from 'markdown-to-jsx/react'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'wouter'

const options: MarkdownToJSX.Options = {
  // Our documents have none, and a placeholder such as `<code>` in a sentence is text.
  disableParsingRawHTML: true,
  wrapper: Fragment,
  overrides: {
    h1: { component: Title, props: { order: 2, size: 'h3' } },
    h2: { component: Title, props: { order: 3, size: 'h4', mt: 'sm' } },
    h3: { component: Title, props: { order: 4, size: 'h4', mt: 'sm' } },
    p: Text,
    ul: { component: List, props: { spacing: 4, listStyleType: 'disc' } },
    ol: { component: List, props: { spacing: 4, listStyleType: 'decimal', type: 'ordered' } },
    li: List.Item,
    code: Code,
    pre: CodeBlock,
    table: Table,
    thead: Table.Thead,
    tbody: Table.Tbody,
    tr: Table.Tr,
    th: { component: Table.Th, props: { scope: 'col' } },
    td: Table.Td,
    a: DocumentLink,
  },
}

/** Shows one of our own documents: headings, paragraphs, lists, tables, code and links to the other documents. */
export function Markdown({ text }: { text: string }) {
  return <MarkdownToJsx options={options}>{text}</MarkdownToJsx>
}

/** The browser scrolls long lines, so the block must be focusable. */
function CodeBlock({ children }: { children: React.ReactElement<{ children: ReactNode }> }) {
  return (
    <Code block tabIndex={0}>
      {children.props.children}
    </Code>
  )
}

/** Links to another document. Those for operators and developers aren't part of the app, and stay text. */
function DocumentLink({ href = '', children }: { href?: string; children: ReactNode }) {
  const document = /^([\w-]+)\.md(?:#.*)?$/.exec(href)?.[1]
  return document === undefined ? children : <Link href={`/help/${document}`}>{children}</Link>
}
