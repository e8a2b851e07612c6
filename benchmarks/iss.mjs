// Answers questions about constraint strings with Interactive-Sudoku-Solver, whose folder is the
// first argument. Each line of input is {"text", "cap"}: true candidates up to the cap, or with
// cap 0 the number of solutions up to 2. Each line of output has the answer and the milliseconds
// that the second of two equal calls took: of processor time or of the clock, whichever is less,
// because other threads of node compile and collect, and other processes may keep the machine busy.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const folder = pathToFileURL(process.argv[2] + "/");
const load = (path) => import(new URL(path, folder));

(await load("tests/helpers/test_env.js")).ensureGlobalEnvironment({ needWindow: true });
const { SimpleSolver } = await load("js/sandbox/simple_solver.js");
const solver = new SimpleSolver();

const ask = ({ text, cap }) =>
  cap ? solver.trueCandidates(text, cap) !== null : solver.countSolutions(text, 2);

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  let answer;
  try {
    ask(question);
    const [begun, usage] = [performance.now(), process.cpuUsage()];
    const found = ask(question);
    const elapsed = performance.now() - begun;
    const { user, system } = process.cpuUsage(usage);
    answer = { found, milliseconds: Math.min(elapsed, (user + system) / 1000) };
  } catch (error) {
    answer = { error: String(error) };
  }
  console.log(JSON.stringify(answer));
}
