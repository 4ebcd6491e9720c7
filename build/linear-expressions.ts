/**
 * Regular expressions that read evidence, file names, tables of people, and answers of platforms: each takes time that
 * grows with its input only. JavaScript's expressions backtrack, so a few kilobytes could keep a thread busy for minutes.
 */
import { globSync } from 'node:fs';
import { isSafePattern } from 'redos-detector';
import { type ESTree, parseSync, Visitor } from 'rolldown/utils';

/** Ways in which a text may match an expression before it is refused. Linear ones have a handful. */
const maxScore = 40;
/** Steps to find them, of which each takes longer than the one before. What needs more is refused as well. */
const maxSteps = 12_000;

export interface ExpressionProblem {
  readonly line: number;
  readonly expression: string;
  readonly problem: 'backtracks' | 'not-a-literal';
}

/** The sources whose input others wrote. */
export function checkedSources(repository: string): readonly string[] {
  return globSync('main/{engine,sandbox}/**/*.ts', { cwd: repository, exclude: ['**/*.test.ts'] }).sort();
}

/** What a source may not have: an expression that backtracks, or one that is made while the program runs. */
export function expressionProblems(path: string, source: string): readonly ExpressionProblem[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const problems: ExpressionProblem[] = [];
  const add = (start: number, expression: string, problem: ExpressionProblem['problem']): void => {
    problems.push({ line: source.slice(0, start).split('\n').length, expression, problem });
  };
  const checkCall = ({ callee, start, end }: ESTree.NewExpression | ESTree.CallExpression): void => {
    if (callee.type === 'Identifier' && callee.name === 'RegExp')
      add(start, source.slice(start, end), 'not-a-literal');
  };
  new Visitor({
    Literal(node) {
      if ('regex' in node && !isLinear(node.regex))
        add(node.start, source.slice(node.start, node.end), 'backtracks');
    },
    NewExpression: (node) => checkCall(node),
    CallExpression: (node) => checkCall(node),
  }).visit(program);
  return problems;
}

function isLinear({ pattern, flags }: { readonly pattern: string; readonly flags: string }): boolean {
  return isSafePattern(withoutNames(pattern), {
    caseInsensitive: flags.includes('i'),
    dotAll: flags.includes('s'),
    multiLine: flags.includes('m'),
    unicode: flags.includes('u'),
    maxScore,
    maxSteps,
  }).safe;
}

/** The names of groups say nothing about time, and the library doesn't know them. */
const withoutNames = (pattern: string): string => pattern.replace(/\(\?<(?![=!])[^>]*>/g, '(');
