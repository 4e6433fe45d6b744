// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import "./Collection.sol";

/// A collection with ids in a row, of which only the first of a batch has its owner written down, as ERC721A has. It lists
/// the ids of an owner within a range.
contract BatchErc721 is Collection {
    uint256 private constant FIRST = 1;
    uint256 public totalSupply;

    function mint(address to, uint256 quantity) external {
        owners[FIRST + totalSupply] = to;
        balances[to] += quantity;
        totalSupply += quantity;
    }

    function give(address to, uint256 tokenId) public override {
        address before = ownerOf(tokenId);
        if (owners[tokenId] == address(0)) owners[tokenId] = before;
        if (tokenId + 1 < FIRST + totalSupply && owners[tokenId + 1] == address(0)) owners[tokenId + 1] = before;
        super.give(to, tokenId);
    }

    function ownerOf(uint256 tokenId) public view override returns (address owner) {
        require(tokenId >= FIRST && tokenId < FIRST + totalSupply, "BatchErc721: the token does not exist");
        while ((owner = owners[tokenId]) == address(0)) --tokenId;
    }

    function tokensOfOwnerIn(address owner, uint256 start, uint256 stop) external view returns (uint256[] memory ids) {
        require(start < stop, "BatchErc721: the range is empty");
        if (start < FIRST) start = FIRST;
        if (stop > FIRST + totalSupply) stop = FIRST + totalSupply;
        ids = new uint256[](start < stop ? balances[owner] : 0);
        uint256 count;
        if (ids.length > 0) {
            address current = ownerOf(start);
            for (uint256 id = start; id < stop && count < ids.length; ++id) {
                address written = owners[id];
                if (written != address(0)) current = written;
                if (current == owner) ids[count++] = id;
            }
        }
        assembly ("memory-safe") {
            mstore(ids, count)
        }
    }
}
