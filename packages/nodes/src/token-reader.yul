// Calls one contract many times and returns what each call gave. A node runs it as the code of a contract that is being
// created, so it needs no address and works at every block.
//
// After the code come 8 bytes, the gas of each call; 20 bytes, the contract; and for each call 1 byte, its length, and
// its data. The answer is the byte 1 (code may not begin with 0xEF), and for each call 1 byte, its status, and 32 bytes.
// Status 0: the call was not made, because too little gas was left. 1: it returned a word. 2: it returned less than a
// word. 3: it reverted, and used less than half of its gas. 4: it failed in another way.
object "TokenReader" {
  code {
    let at := datasize("TokenReader")
    let end := codesize()
    codecopy(0, at, 28)
    let most := shr(192, mload(0))
    let token := shr(96, mload(8))
    at := add(at, 28)
    let out := 0x140
    mstore8(out, 1)
    out := add(out, 1)
    for { } lt(at, end) { } {
      codecopy(0, at, 1)
      let size := byte(0, mload(0))
      codecopy(0x20, add(at, 1), size)
      at := add(at, add(size, 1))
      let status := 0
      mstore(0, 0)
      // A call gets at most 63/64 of the gas that is left. The answer costs 200 gas a byte, and each call has at least 37.
      if gt(gas(), add(add(most, div(most, 32)), add(mul(sub(end, at), 300), 30000))) {
        let before := gas()
        let succeeded := staticcall(most, token, 0x20, size, 0, 32)
        let used := sub(before, gas())
        switch succeeded
        case 1 {
          status := 2
          if gt(returndatasize(), 31) { status := 1 }
        }
        default {
          status := 4
          if lt(mul(used, 2), most) { status := 3 }
        }
      }
      if iszero(eq(status, 1)) { mstore(0, 0) }
      mstore8(out, status)
      mstore(add(out, 1), mload(0))
      out := add(out, 33)
    }
    return(0x140, sub(out, 0x140))
  }
}
